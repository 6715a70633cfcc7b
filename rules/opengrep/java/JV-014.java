import java.security.SecureRandom;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import javax.crypto.spec.IvParameterSpec;
import javax.servlet.http.Cookie;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.commons.lang3.RandomStringUtils;

class Tokens {
    private String resetToken;
    private final Random random = new Random();

    void positives(HttpServletRequest request, HttpServletResponse response) throws Exception {
        // ruleid: JV-014
        int otp = new Random().nextInt(9999);
        // ruleid: JV-014
        this.resetToken = Long.toHexString(new java.util.Random().nextLong());
        double number = Math.random();
        String key = Double.toString(number).substring(2);
        // ruleid: JV-014
        response.addCookie(new Cookie("rememberMe", key));
        // ruleid: JV-014
        request.getSession().setAttribute("rememberMe", key);
        byte[] iv = new byte[16];
        Random generator = new Random();
        generator.nextBytes(iv);
        // ruleid: JV-014
        new IvParameterSpec(iv);
        // ruleid: JV-014
        String password = RandomStringUtils.randomAlphanumeric(12);
        // ruleid: JV-014
        mail.sendToken("a@example.org", ThreadLocalRandom.current().nextInt());
    }

    // ruleid: JV-014
    public static final int PINCODE = new Random().nextInt(10000);

    void kept(Store store) {
        // ruleid: JV-014
        store.setValue("csrf-get-success", random.nextInt(65536));
        // ok: JV-014
        store.setValue("color", random.nextInt(16));
    }

    String createPasswordReset(String user) {
        // ruleid: JV-014
        return user + "-" + random.nextLong();
    }

    String generateApiKey() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        // ruleid: JV-014
        return text.toString();
    }

    void negatives(java.util.List<String> list, HttpServletResponse response) {
        // ok: JV-014
        int otp = new SecureRandom().nextInt(9999);
        // ok: JV-014
        int index = new Random().nextInt(list.size());
        SecureRandom secure = new SecureRandom();
        // ok: JV-014
        String token = Long.toHexString(secure.nextLong());
        Random declared = new SecureRandom();
        // ok: JV-014
        String salt = Long.toHexString(declared.nextLong());
        // ok: JV-014
        int tokenCount = new Random().nextInt(10);
        // ok: JV-014
        response.addCookie(new Cookie("shown", list.get(new Random().nextInt(3)).isEmpty() ? "1" : "2"));
        // ok: JV-014
        double footprint = Math.random();
    }
}
