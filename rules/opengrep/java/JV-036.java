import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class Accounts {
    private static final Logger log = LoggerFactory.getLogger(Accounts.class);
    private final String password = generate();

    void positives(Account account, String accessToken) {
        // ruleid: JV-036
        log.info("Password of the administrator: {}", password);
        log.info(
            "Password of the administrator: {}",
            // ruleid: JV-036
            Base64.getEncoder().encodeToString(password.getBytes(StandardCharsets.UTF_8)));
        // ruleid: JV-036
        log.debug("signing in " + account.name() + " with " + account.getPassword());
        String line = "token " + accessToken;
        // ruleid: JV-036
        log.warn(line);
    }

    void negatives(Account account, String accessToken, boolean emptyPassword) {
        // ok: JV-036
        log.info("Password changed for {}", account.name());
        // ok: JV-036
        log.info("Password has {} characters", password.length());
        // ok: JV-036
        log.info("Token there: {}", accessToken != null);
        // ok: JV-036
        log.info("Token {}", mask(accessToken));
        // ok: JV-036
        log.info("Empty {}", emptyPassword);
        // ok: JV-036
        log.info("Hash {}", hasher.hash(password));
    }
}
