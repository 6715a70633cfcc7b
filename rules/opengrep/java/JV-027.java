import java.io.File;
import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

class Unpack {
    void zip(ZipInputStream in, File folder) throws Exception {
        ZipEntry entry;
        while ((entry = in.getNextEntry()) != null) {
            File target = new File(folder, entry.getName());
            if (entry.isDirectory()) {
                // ruleid: JV-027
                target.mkdirs();
                continue;
            }
            // ruleid: JV-027
            try (FileOutputStream out = new FileOutputStream(target)) {
                in.transferTo(out);
            }
        }
    }

    void tar(TarArchiveInputStream in, Path folder) throws Exception {
        TarArchiveEntry entry = in.getNextTarEntry();
        // ruleid: JV-027
        Files.copy(in, folder.resolve(entry.getName()));
        // ruleid: JV-027
        Files.createSymbolicLink(folder.resolve(entry.getLinkName()), folder);
    }

    void checked(ZipInputStream in, Path folder) throws Exception {
        ZipEntry entry = in.getNextEntry();
        Path target = folder.resolve(entry.getName()).normalize();
        if (!target.startsWith(folder)) {
            throw new java.io.IOException("entry outside of the folder");
        }
        // ok: JV-027
        Files.copy(in, target);
        String last = new File(entry.getName()).getName();
        // ok: JV-027
        Files.copy(in, folder.resolve(last));
        File canonical = new File(folder.toFile(), entry.getName());
        if (!canonical.getCanonicalPath().startsWith(folder + File.separator)) {
            throw new java.io.IOException("entry outside of the folder");
        }
        // ok: JV-027
        new FileOutputStream(canonical);
        // ok: JV-027
        System.out.println(entry.getName());
    }
}
