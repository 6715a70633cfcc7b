import com.auth0.jwt.algorithms.Algorithm;
import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.SignatureAlgorithm;
import io.jsonwebtoken.impl.TextCodec;
import io.jsonwebtoken.security.Keys;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import javax.crypto.spec.SecretKeySpec;

class Signers {
    private static final String PLAIN = "victory-of-the-goat";
    public static final String ENCODED = TextCodec.BASE64.encode("victory");
    static final String[] WORDS = {"victory", "business", "available"};
    static final String ONE = TextCodec.BASE64.encode(WORDS[new Random().nextInt(WORDS.length)]);

    void positives(String token) {
        // ruleid: JV-035
        Jwts.builder().setSubject("a").signWith(SignatureAlgorithm.HS512, PLAIN).compact();
        // ruleid: JV-035
        Jwts.builder().setSubject("a").signWith(SignatureAlgorithm.HS512, ENCODED).compact();
        // ruleid: JV-035
        Jwts.parser().setSigningKey(ENCODED).parseClaimsJws(token);
        // ruleid: JV-035
        Algorithm.HMAC256("s3cr3t");
        // ruleid: JV-035
        Keys.hmacShaKeyFor(PLAIN.getBytes(StandardCharsets.UTF_8));
        // ruleid: JV-035
        new SecretKeySpec("s3cr3t".getBytes(), "HmacSHA256");
        // ruleid: JV-035
        Jwts.builder().signWith(SignatureAlgorithm.HS256, ONE).compact();
    }

    void negatives(String token, Settings settings) {
        // ok: JV-035
        Jwts.builder().signWith(SignatureAlgorithm.HS512, System.getenv("JWT_KEY")).compact();
        // ok: JV-035
        Algorithm.HMAC256(settings.get("jwt.key"));
        // ok: JV-035
        Keys.hmacShaKeyFor(settings.getProperty("jwt.key").getBytes(StandardCharsets.UTF_8));
        // ok: JV-035
        new SecretKeySpec(settings.key(), "HmacSHA256");
        // ok: JV-035
        Jwts.builder().claim("role", "admin").signWith(SignatureAlgorithm.HS512, settings.key()).compact();
    }
}
