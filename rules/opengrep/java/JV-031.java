import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.servlet.http.HttpServletRequest;

class Probe {
    void probe(HttpServletRequest request, Path root) throws Exception {
        String name = request.getParameter("name");
        File file = new File("/srv/files", name);
        // ruleid: JV-031
        if (file.exists()) {
            log.info("there");
        }
        // ruleid: JV-031
        Files.size(root.resolve(name));
        // ok: JV-031
        new File("/srv/files", new File(name).getName()).exists();
        // ok: JV-031
        Files.exists(root);
        // ok: JV-031
        name.length();
    }
}
