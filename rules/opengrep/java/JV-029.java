import java.util.List;
import javax.servlet.http.HttpServletRequest;

class Clone {
    void clone(HttpServletRequest request) throws java.io.IOException {
        String url = request.getParameter("url");
        // ruleid: JV-029
        new ProcessBuilder("git", "clone", url, "target").start();
        // ruleid: JV-029
        new ProcessBuilder(List.of("/usr/bin/curl", "-s", url)).start();
        // ruleid: JV-029
        Runtime.getRuntime().exec(new String[] {"tar", "xf", url});

        // ok: JV-029
        new ProcessBuilder("git", "clone", "--", url, "target").start();
        // ok: JV-029
        new ProcessBuilder("git", "clone", "https://git.example.org/a.git").start();
        // ok: JV-029
        new ProcessBuilder("whois", url).start();
        // ok: JV-029
        new ProcessBuilder("git", "log", "-n", Integer.toString(Integer.parseInt(url))).start();
        // ok: JV-029
        new ProcessBuilder("git", "log", "-n", "" + Integer.parseInt(url)).start();
    }
}
