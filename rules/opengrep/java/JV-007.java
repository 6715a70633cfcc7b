import java.util.Properties;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.Mac;
import javax.crypto.NullCipher;
import org.springframework.security.crypto.password.NoOpPasswordEncoder;

class Ciphers {
    private static final String MODE = "AES/ECB/PKCS5Padding";

    void positives(Properties settings) throws Exception {
        // ruleid: JV-007
        Cipher.getInstance("DES/CBC/PKCS5Padding");
        // ruleid: JV-007
        javax.crypto.Cipher.getInstance("DESede/ECB/PKCS5Padding", java.security.Security.getProvider("SunJCE"));
        // ruleid: JV-007
        Cipher.getInstance("AES");
        // ruleid: JV-007
        Cipher.getInstance(MODE);
        // ruleid: JV-007
        Cipher.getInstance("RSA/ECB/PKCS1Padding");
        String algorithm = settings.getProperty("cipher", "RC4");
        // ruleid: JV-007
        Cipher.getInstance(algorithm);
        // ruleid: JV-007
        KeyGenerator.getInstance("DES");
        // ruleid: JV-007
        Mac.getInstance("HmacMD5");
        // ruleid: JV-007
        NoOpPasswordEncoder.getInstance();
        // ruleid: JV-007
        new NullCipher();
    }

    void negatives(Properties settings) throws Exception {
        // ok: JV-007
        Cipher.getInstance("AES/GCM/NoPadding");
        // ok: JV-007
        Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding");
        // ok: JV-007
        Cipher.getInstance(settings.getProperty("cipher", "AES/GCM/NoPadding"));
        // ok: JV-007
        Mac.getInstance("HmacSHA256");
        // ok: JV-007
        KeyGenerator.getInstance("AES");
        // ok: JV-007
        new javax.crypto.spec.SecretKeySpec(new byte[16], "AES");
        // ok: JV-007
        String name = "DES";
    }
}
