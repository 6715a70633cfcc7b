import expressJwt from 'express-jwt'
import jwt from 'jsonwebtoken'
import jws from 'jws'

// ruleid: TS-035
export const isAuthorized = () => expressJwt({ secret: publicKey })
// ok: TS-035
export const isChecked = () => expressJwt({ secret: publicKey, algorithms: ['RS256'] })
// ruleid: TS-035
export const verify = (token: string) => jws.verify(token, publicKey)
// ruleid: TS-035
export const cast = (token: string) => (jws.verify as ((token: string, secret: string) => boolean))(token, publicKey)
// ok: TS-035
export const pinned = (token: string) => jws.verify(token, 'RS256', publicKey)

export function user (token: string) {
  // ruleid: TS-035
  jwt.verify(token, publicKey, (error, decoded) => {
    show(decoded)
  })
  // ruleid: TS-035
  const first = jwt.verify(token, keys.jwtPublicKey)
  // ok: TS-035
  const second = jwt.verify(token, publicKey, { algorithms: ['RS256'] })
  // ok: TS-035
  const third = jwt.verify(token, process.env.JWT_SECRET)
  return [first, second, third]
}
