app.use('/login', rateLimit({
  windowMs: 300000,
  max: 100,
  // ruleid: TS-039
  keyGenerator ({ headers, ip }: { headers: any, ip: any }) { return headers['X-Forwarded-For'] ?? ip }
}))

app.use('/reset', rateLimit({
  max: 10,
  // ruleid: TS-039
  keyGenerator: (req) => req.get('X-Real-IP') || req.ip
}))

app.use('/api', rateLimit({
  max: 10,
  // ok: TS-039
  keyGenerator: (req) => req.ip
}))

export function clientAddress (req: Request) {
  // ok: TS-039
  return req.headers['x-forwarded-for']
}
