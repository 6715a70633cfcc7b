import com.jcraft.jsch.ChannelExec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.commons.exec.CommandLine;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

class PingServlet extends HttpServlet {
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws java.io.IOException {
        String host = request.getParameter("host");
        Runtime runtime = Runtime.getRuntime();
        // ruleid: JV-002
        Process first = runtime.exec("ping -c 1 " + host);
        String[] line = {"sh", "-c", "nslookup " + host};
        // ruleid: JV-002
        runtime.exec(line);
        // ruleid: JV-002
        Runtime.getRuntime().exec(new String[] {"/bin/sh", "-c", "dig " + host}, null);
        List<String> words = new ArrayList<>();
        words.add("cmd.exe");
        words.add("/c");
        words.add("tracert " + host);
        // ruleid: JV-002
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.start();
        ProcessBuilder other = new ProcessBuilder();
        // ruleid: JV-002
        other.command("bash", "-c", "whois " + host);
        // ruleid: JV-002
        other.command(Arrays.asList("sh", "-c", host));
        // ruleid: JV-002
        new ProcessBuilder(request.getParameter("program"), "-v").start();
        String[] environment = {"HOME=/tmp", "LD_PRELOAD=" + request.getHeader("X-Library")};
        // ruleid: JV-002
        runtime.exec("/usr/bin/report", environment);
        // ruleid: JV-002
        builder.environment().put(request.getParameter("name"), "1");
        run("id " + host);

        // ok: JV-002
        new ProcessBuilder("sh", "-c", "ulimit -n").start();
        // ok: JV-002
        new ProcessBuilder("/usr/bin/convert", host, "out.png").start();
        // ok: JV-002
        new ProcessBuilder(List.of("git", "log", host)).start();
        // ok: JV-002
        runtime.exec(new String[] {"whois", host});
        // The text of the shell is fixed, the value is its first positional argument.
        // ok: JV-002
        new ProcessBuilder("sh", "-c", "exec grep -- \"$1\" names.txt", "sh", host).start();
        int count = Integer.parseInt(request.getParameter("count"));
        // ok: JV-002
        runtime.exec("ping -c " + count + " localhost");
        // ok: JV-002
        runtime.exec("ls " + org.owasp.esapi.ESAPI.encoder().encodeForOS(codec, host));
        // ok: JV-002
        runtime.exec("ls", null, new java.io.File(request.getParameter("folder")));
        // ok: JV-002
        runtime.exec("ls " + host.replaceAll("[^a-zA-Z0-9]", ""));
        String level;
        switch (request.getParameter("level")) {
            case "high":
                level = "9";
                break;
            default:
                level = "1";
        }
        // ok: JV-002
        runtime.exec("gzip -" + level + " report.txt");
    }

    private void run(String text) throws java.io.IOException {
        // ruleid: JV-002
        Runtime.getRuntime().exec(text);
    }
}

@RestController
class ToolController {
    private ChannelExec channel;
    private Matcher matcher;

    @GetMapping("/disk")
    String disk(@RequestParam String path, @RequestParam int depth) throws Exception {
        // ruleid: JV-002
        channel.setCommand("du -sh " + path);
        // ruleid: JV-002
        CommandLine line = CommandLine.parse("du " + path);
        // ok: JV-002
        channel.setCommand("du -d " + depth);
        // ok: JV-002
        matcher.exec(path);
        if (!path.matches("[a-z0-9]+")) {
            throw new IllegalArgumentException("no such path");
        }
        // Needs `full-match`.
        // ok: JV-002
        channel.setCommand("du -sh /data/" + path);
        return "";
    }
}

class Convert implements RequestHandler<Map<String, String>, String> {
    @Override
    public String handleRequest(Map<String, String> event, Context context) {
        try {
            // ruleid: JV-002
            Runtime.getRuntime().exec("convert " + event.get("file"));
        } catch (java.io.IOException e) {
            return "";
        }
        return "done";
    }
}
