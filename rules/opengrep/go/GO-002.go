package tools

import (
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"strconv"

	"github.com/gin-gonic/gin"
	"github.com/mark3labs/mcp-go/mcp"
	"golang.org/x/crypto/ssh"
)

func ping(w http.ResponseWriter, r *http.Request) {
	host := r.FormValue("host")
	// ruleid: GO-002
	out, err := exec.Command("sh", "-c", "ping -c 1 "+host).Output()
	// ruleid: GO-002
	cmd := exec.CommandContext(r.Context(), "/bin/bash", "-c", fmt.Sprintf("dig %s", host))
	// ruleid: GO-002
	exec.Command(r.URL.Query().Get("tool"), "-v").Run()
	// ruleid: GO-002
	exec.Command("sudo", host).Run()

	// ok: GO-002
	exec.Command("ping", "-c", "1", host).Run()
	// ok: GO-002
	exec.Command("sh", "-c", "ulimit -n").Run()
	// The text of the shell is fixed, the value is its first positional argument.
	// ok: GO-002
	exec.Command("sh", "-c", `exec grep -- "$1" names.txt`, "sh", host).Run()
	count, _ := strconv.Atoi(r.FormValue("count"))
	// ok: GO-002
	exec.Command("sh", "-c", "ping -c "+strconv.Itoa(count)+" localhost").Run()
	_, _, _ = out, err, cmd
}

func remote(c *gin.Context, session *ssh.Session) {
	// ruleid: GO-002
	session.Run("du -sh " + c.Param("path"))
	// ok: GO-002
	session.Run("du -sh /srv")
}

func tool(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	text := request.GetString("command", "")
	// ruleid: GO-002
	exec.CommandContext(ctx, "bash", "-c", text).Run()
	return nil, nil
}
