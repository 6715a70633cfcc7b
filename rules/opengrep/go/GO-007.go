package files

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v2"
)

const base = "/srv/files"

func download(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("name")
	// ruleid: GO-007
	f, err := os.Open(filepath.Join(base, name))
	// Cleaning alone does not keep the path below the folder.
	// ruleid: GO-007
	os.ReadFile(filepath.Clean(base + "/" + name))
	// ruleid: GO-007
	http.ServeFile(w, r, "./files/"+r.PathValue("name"))
	// ruleid: GO-007
	os.WriteFile(name, []byte("x"), 0o600)
	read(name)

	// ok: GO-007
	os.Open(filepath.Join(base, filepath.Base(name)))
	// ok: GO-007
	os.Open(filepath.Join(base, filepath.Clean("/"+name)))
	// ok: GO-007
	os.WriteFile("/srv/note.txt", []byte(name), 0o600)
	local := r.FormValue("local")
	if !filepath.IsLocal(local) {
		http.Error(w, "no", http.StatusBadRequest)
		return
	}
	// ok: GO-007
	os.Open(filepath.Join(base, local))
	plain := r.FormValue("plain")
	if strings.Contains(plain, "..") {
		return
	}
	// ok: GO-007
	os.Open(filepath.Join(base, plain))
	target := filepath.Join(base, r.FormValue("target"))
	if !strings.HasPrefix(target, base+"/") {
		return
	}
	// ok: GO-007
	os.Remove(target)
	root, _ := os.OpenRoot(base)
	// ok: GO-007
	root.Open(name)
	// ok: GO-007
	http.Dir(base).Open(name)
	_, _ = f, err
}

func read(name string) {
	// ruleid: GO-007
	os.ReadFile(base + "/" + name)
}

func upload(c *gin.Context) {
	file, _ := c.FormFile("file")
	// ruleid: GO-007
	c.SaveUploadedFile(file, base+"/"+c.PostForm("folder")+"/a.bin")
	// ok: GO-007
	c.SaveUploadedFile(file, filepath.Join(base, file.Filename))
	// ruleid: GO-007
	c.File("./static/" + c.Param("file"))
}

func send(c *fiber.Ctx) error {
	// ok: GO-007
	c.SendString(c.Params("name"))
	// ruleid: GO-007
	return c.SendFile("./reports/" + c.Params("name"))
}
