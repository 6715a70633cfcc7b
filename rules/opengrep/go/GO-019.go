package shop

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/gorilla/mux"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	"github.com/labstack/echo/v4"
	"github.com/lib/pq"
	"gorm.io/gorm"
)

type server struct {
	db   *sql.DB
	pool *pgxpool.Pool
	orm  *gorm.DB
}

type search struct {
	Name string
	Page int
}

func (s *server) orders(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("name")
	// ruleid: GO-019
	rows, err := s.db.Query("SELECT id FROM orders WHERE name = '" + name + "'")
	query := fmt.Sprintf("DELETE FROM orders WHERE name = '%s'", r.FormValue("name"))
	// ruleid: GO-019
	_, err = s.db.ExecContext(r.Context(), query)
	var text strings.Builder
	text.WriteString("SELECT id FROM orders WHERE code = '")
	text.WriteString(mux.Vars(r)["code"])
	text.WriteString("'")
	// ruleid: GO-019
	s.db.QueryRow(text.String())
	var filter search
	json.NewDecoder(r.Body).Decode(&filter)
	// ruleid: GO-019
	s.pool.Query(r.Context(), "SELECT id FROM orders WHERE name = '"+filter.Name+"'")
	find(s.db, r.Header.Get("X-Owner"))

	// ok: GO-019
	s.db.Query("SELECT id FROM orders WHERE name = $1", name)
	id, err := strconv.Atoi(r.PathValue("id"))
	// ok: GO-019
	s.db.Query(fmt.Sprintf("SELECT id FROM orders WHERE id = %d", id))
	// ok: GO-019
	s.db.Query("SELECT id FROM " + pq.QuoteIdentifier(name))
	column := "created"
	if r.FormValue("sort") == "name" {
		column = "name"
	}
	// ok: GO-019
	s.db.Query("SELECT id FROM orders ORDER BY " + column)
	out, _ := http.NewRequest("GET", "https://api.example.org/", nil)
	// ok: GO-019
	s.db.Query("SELECT id FROM calls WHERE path = '" + out.URL.Path + "'")
	// ok: GO-019
	s.db.Query("SELECT id FROM orders WHERE size = " + strconv.Itoa(len(name)))
	sort := r.FormValue("sort")
	switch sort {
	case "name", "created":
	default:
		return
	}
	// Needs `allow-list`.
	// ok: GO-019
	s.db.Query("SELECT id FROM orders ORDER BY " + sort)
	short := name[1:]
	// Needs `slice`.
	// ruleid: GO-019
	s.db.Query("SELECT id FROM orders WHERE name = '" + short + "'")
	_, _ = rows, err
}

func find(db *sql.DB, owner string) {
	// ruleid: GO-019
	db.Query("SELECT id FROM orders WHERE owner = '" + owner + "'")
}

func (s *server) list(c *gin.Context) {
	// ruleid: GO-019
	s.orm.Where("name = '" + c.Query("name") + "'").Find(&items)
	// ruleid: GO-019
	s.orm.Model(&Item{}).Order(c.DefaultQuery("order", "id")).Find(&items)
	// ruleid: GO-019
	s.orm.First(&item, c.Param("id"))
	var form search
	if err := c.ShouldBindJSON(&form); err != nil {
		return
	}
	// ruleid: GO-019
	s.orm.Raw("SELECT * FROM items WHERE name = '" + form.Name + "'").Scan(&items)
	// ok: GO-019
	s.orm.Where("name = ?", c.Query("name")).Find(&items)
	// ok: GO-019
	s.orm.Where(&Item{Name: form.Name}).Find(&items)
	// ok: GO-019
	s.orm.Where(map[string]any{"name": form.Name}).Find(&items)
	// ok: GO-019
	s.orm.Where("owner = '" + c.GetString("user") + "'").Find(&items)
}

func named(db *sqlx.DB) echo.HandlerFunc {
	return func(c echo.Context) error {
		var users []User
		// ruleid: GO-019
		db.Select(&users, "SELECT * FROM users WHERE name = '"+c.QueryParam("name")+"'")
		// ok: GO-019
		return db.Select(&users, "SELECT * FROM users WHERE name = ?", c.QueryParam("name"))
	}
}

type itemServer struct {
	pb.UnimplementedItemsServer
	db *sql.DB
}

func (s *itemServer) Get(ctx context.Context, req *pb.GetRequest) (*pb.Item, error) {
	// ruleid: GO-019
	s.db.QueryContext(ctx, "SELECT * FROM items WHERE name = '"+req.GetName()+"'")
	return nil, nil
}

func cached(r *http.Request, cache *Cache) {
	// ok: GO-019
	cache.Get("items:" + r.FormValue("name"))
}
