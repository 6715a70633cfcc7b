import java.security.MessageDigest;
import java.util.Properties;
import org.apache.commons.codec.digest.DigestUtils;

class Hashes {
    private static final String ALGORITHM = "MD5";
    private static final String STRONG = "SHA-512";

    void positives(Properties settings, boolean old) throws Exception {
        // ruleid: JV-028
        MessageDigest.getInstance("MD5");
        // ruleid: JV-028
        java.security.MessageDigest.getInstance("sha1", "SUN");
        // ruleid: JV-028
        MessageDigest.getInstance(ALGORITHM);
        String name = "SHA-256";
        if (old) {
            name = "SHA";
        }
        // ruleid: JV-028
        MessageDigest.getInstance(name);
        String configured = settings.getProperty("digest", "MD5");
        // ruleid: JV-028
        MessageDigest.getInstance(configured);
        // ruleid: JV-028
        java.security.Signature.getInstance("SHA1withRSA");
        // ruleid: JV-028
        String password = DigestUtils.md5Hex("x");
        digest("MD2");
    }

    private byte[] digest(String algorithm) throws Exception {
        // ruleid: JV-028
        return MessageDigest.getInstance(algorithm).digest();
    }

    void negatives(Properties settings) throws Exception {
        // ok: JV-028
        MessageDigest.getInstance("SHA-256");
        // ok: JV-028
        MessageDigest.getInstance(STRONG);
        // ok: JV-028
        MessageDigest.getInstance(settings.getProperty("digest", "SHA-256"));
        // ok: JV-028
        DigestUtils.sha256Hex("x");
        // ok: JV-028
        java.security.Signature.getInstance("SHA256withRSA");
        // ok: JV-028
        String label = "MD5";
    }

    String etag(byte[] body) throws Exception {
        // ok: JV-028
        return DigestUtils.md5Hex(body);
    }
}
