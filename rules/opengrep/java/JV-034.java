import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import io.jsonwebtoken.Claims;
import io.jsonwebtoken.Jwt;
import io.jsonwebtoken.JwtParser;
import io.jsonwebtoken.Jwts;

class Tokens {
    Claims positives(String token, JwtParser parser) {
        // ruleid: JV-034
        Jwt first = Jwts.parser().setSigningKey(KEY).parse(token);
        // ruleid: JV-034
        Jwt second = Jwts.parserBuilder().setSigningKey(KEY).build().parse(token.replace("Bearer ", ""));
        // ruleid: JV-034
        Jwt third = parser.parseClaimsJwt(token);
        // ruleid: JV-034
        Jwt fourth = Jwts.parser().verifyWith(KEY).unsecured().build().parse(token);
        // ruleid: JV-034
        JWT.require(Algorithm.none()).build().verify(token);
        return (Claims) first.getBody();
    }

    Claims negatives(String token, JwtParser parser) {
        // ok: JV-034
        Claims first = Jwts.parser().setSigningKey(KEY).parseClaimsJws(token).getBody();
        // ok: JV-034
        Claims second = Jwts.parser().verifyWith(KEY).build().parseSignedClaims(token).getPayload();
        // ok: JV-034
        JWT.require(Algorithm.HMAC256(KEY)).build().verify(token);
        // ok: JV-034
        return mapper.parse(token);
    }
}
