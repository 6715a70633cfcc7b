import javax.servlet.http.Cookie;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.springframework.http.ResponseCookie;

class Cookies extends HttpServlet {
    void positives(HttpServletRequest request, HttpServletResponse response, String id, RememberMe remember) {
        Cookie plain = new Cookie("sid", id);
        plain.setHttpOnly(true);
        plain.setPath("/");
        // ruleid: JV-013
        response.addCookie(plain);
        Cookie off = new Cookie("sid", id);
        // ruleid: JV-013
        off.setSecure(false);
        response.addCookie(off);
        Cookie readable = new Cookie("sid", id);
        readable.setSecure(true);
        // ruleid: JV-013
        readable.setHttpOnly(false);
        response.addCookie(readable);
        // ruleid: JV-013
        ResponseCookie.from("sid", id).secure(false).build();
        // ruleid: JV-013
        remember.setUseSecureCookie(false);
        // ruleid: JV-013
        response.addCookie(new javax.servlet.http.Cookie("sid", id));
    }

    void negatives(HttpServletRequest request, HttpServletResponse response, String id, FtpClient ftp) {
        Cookie cookie = new Cookie("sid", id);
        cookie.setSecure(true);
        cookie.setHttpOnly(true);
        // ok: JV-013
        response.addCookie(cookie);
        Cookie old = new Cookie("sid", "");
        old.setMaxAge(0);
        // ok: JV-013
        response.addCookie(old);
        Cookie decided = new Cookie("sid", id);
        decided.setSecure(request.isSecure());
        // ok: JV-013
        response.addCookie(decided);
        // ok: JV-013
        ftp.setSecureMode(false);
    }
}
