import javax.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

class LoginController {
    private static final Logger LOG = LoggerFactory.getLogger(LoginController.class);

    @PostMapping("/login")
    void login(@RequestParam String user, @RequestParam int attempt, HttpServletRequest request) {
        // ruleid: JV-023
        LOG.warn("login of " + user);
        // ruleid: JV-023
        LOG.info("login of {}", user);
        // ruleid: JV-023
        java.util.logging.Logger.getLogger("x").info(request.getParameter("note"));
        // ok: JV-023
        LOG.info("login of {}", user.replaceAll("[\r\n]", "_"));
        // ok: JV-023
        LOG.info("login of {}", user.replace('\n', '_').replace('\r', '_'));
        // ok: JV-023
        LOG.info("attempt {}", attempt);
        // ok: JV-023
        LOG.info("login");
        // ok: JV-023
        LOG.info("agent {}", request.getHeader("User-Agent"));
        // ok: JV-023
        audit.info(user);
    }
}
