export function login (req: Request, res: Response) {
  const { name, password } = req.body
  // ruleid: TS-042
  if (name === 'admin' && password === 'letmein99') {
    return true
  }
  // ruleid: TS-042
  if (req.body.password !== 'Str0ng-but-known') {
    return false
  }
  // ok: TS-042
  if (password === '' || password === 'undefined') {
    return false
  }
  // ok: TS-042
  if (field.type === 'password' || errors.password === 'required') {
    return false
  }
  // ok: TS-042
  return password === process.env.ADMIN_PASSWORD
}
