import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.Part;
import javax.ws.rs.GET;
import javax.ws.rs.PathParam;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.FilenameUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;

class DownloadServlet extends HttpServlet {
    private static final String BASE = "/srv/files/";
    private final Path root = Paths.get(BASE);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String name = request.getParameter("name");
        File file = new File(BASE, name);
        // ruleid: JV-010
        FileInputStream in = new FileInputStream(file);
        // ruleid: JV-010
        BufferedReader reader = new BufferedReader(new FileReader(BASE + name));
        // ruleid: JV-010
        byte[] bytes = Files.readAllBytes(root.resolve(name));
        // ruleid: JV-010
        new java.io.FileOutputStream(new java.io.File(BASE + request.getHeader("X-File")), false);
        // ruleid: JV-010
        file.delete();
        // ruleid: JV-010
        FileUtils.readFileToString(file, "UTF-8");
        // ruleid: JV-010
        getServletContext().getResourceAsStream("/pages/" + name);
        // ruleid: JV-010
        response.setHeader("X-Accel-Redirect", "/protected/" + name);
        open(name);

        // ok: JV-010
        new FileInputStream(BASE + FilenameUtils.getName(name));
        // ok: JV-010
        Files.readAllBytes(root.resolve(Paths.get(name).getFileName()));
        int id = Integer.parseInt(request.getParameter("id"));
        // ok: JV-010
        new FileInputStream(new File(BASE, id + ".pdf"));
        // ok: JV-010
        new java.util.Scanner(name);
        // ok: JV-010
        Files.createTempFile("upload", ".tmp");
        // ok: JV-010
        Files.write(root.resolve("note.txt"), name.getBytes());
        String kind = "text";
        if ("image".equals(request.getParameter("kind"))) {
            kind = "image";
        }
        // ok: JV-010
        new FileInputStream(BASE + kind + "/index");
    }

    private void open(String name) throws Exception {
        // ruleid: JV-010
        new FileInputStream(BASE + name);
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {
        Part part = request.getPart("file");
        // ruleid: JV-010
        part.write(BASE + part.getSubmittedFileName());
        Path target = root.resolve(request.getParameter("folder")).normalize();
        if (!target.startsWith(root)) {
            throw new IllegalArgumentException("outside");
        }
        // ok: JV-010
        Files.createDirectories(target);
        File stored = new File(BASE, request.getParameter("file"));
        String canonical = stored.getCanonicalPath();
        if (!canonical.startsWith(BASE)) {
            return;
        }
        // ok: JV-010
        stored.delete();
        String entry = request.getParameter("entry");
        if (entry.contains("..")) {
            throw new IllegalArgumentException("outside");
        }
        // ok: JV-010
        new FileOutputStream(BASE + entry);
        String plain = request.getParameter("plain").replaceAll("[^a-zA-Z0-9_-]", "");
        // ok: JV-010
        new FileOutputStream(BASE + plain);
        String raw = request.getParameter("raw");
        if (!raw.startsWith(BASE)) {
            return;
        }
        // A prefix of the text as it came says nothing.
        // ruleid: JV-010
        new FileInputStream(raw);
        String page = request.getParameter("page");
        if (java.util.Set.of("home", "about").contains(page)) {
            // Needs `allow-list`.
            // todook: JV-010
            new FileInputStream(BASE + page + ".html");
        }
    }
}

class FileController {
    private final Path uploads = Path.of("/srv/uploads");

    @PostMapping("/upload")
    void upload(@RequestParam("file") MultipartFile file) throws Exception {
        Path target = uploads.resolve(file.getOriginalFilename());
        // ruleid: JV-010
        file.transferTo(target);
        // ok: JV-010
        file.transferTo(uploads.resolve(java.util.UUID.randomUUID() + ".bin"));
    }

    @GetMapping("/files/{name}")
    byte[] read(@PathVariable String name, @RequestParam java.util.UUID id) throws Exception {
        // ok: JV-010
        Files.readAllBytes(uploads.resolve(id.toString()));
        // ruleid: JV-010
        return Files.readAllBytes(Paths.get("/srv/uploads", name));
    }

    @GetMapping("/templates/{name}")
    Object template(@PathVariable String name) throws Exception {
        // ok: JV-010
        context.getResource("classpath:templates/fixed.html");
        // ruleid: JV-010
        return new org.springframework.core.io.ClassPathResource("templates/" + name).getInputStream();
    }

    @GET
    @javax.ws.rs.Path("/report/{name}")
    public File report(@PathParam("name") String name) {
        File report = new File("/srv/reports/" + name);
        // ruleid: JV-010
        report.mkdirs();
        return report;
    }
}
