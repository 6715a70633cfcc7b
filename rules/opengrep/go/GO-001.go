package a

import (
	f "fmt"
	"fmt"
)

func positives(db *sql.DB, tx Tx, q Builder, id, name, owner string) {
	// ruleid: GO-001
	db.Query("SELECT a FROM t WHERE id=" + id)
	// ruleid: GO-001
	rows, err := db.QueryContext(
		ctx,
		fmt.Sprintf("SELECT id FROM users WHERE name = '%s'", name),
	)
	// ruleid: GO-001
	_, err = tx.Exec("UPDATE users SET mail = '" + name + "' WHERE id = 7")
	// ruleid: GO-001
	q = q.Where("owner = '" + owner + "'")
	// ruleid: GO-001
	db.Raw(f.Sprintf("select * from t where code like '%%%s%%'", name)).Scan(&rows)
	query := "DELETE FROM t WHERE a = '" + owner + "' AND b = '" + name + "'"
	// ruleid: GO-001
	db.ExecContext(ctx, query)
}

func negatives(db *sql.DB, q Builder, id, table, marks, column, owner string, n int) {
	// ok: GO-001
	db.Query("SELECT a FROM t WHERE id=$1", id)
	// ok: GO-001
	rows, err := db.Query(fmt.Sprintf("SELECT id FROM %s WHERE owner = $1", table), owner)
	// ok: GO-001
	db.Exec("DELETE FROM t WHERE id IN ("+marks+")", ids...)
	// ok: GO-001
	resp, err := http.Get("https://api.example.org/items?id=" + id)
	// ok: GO-001
	q = q.Where(fmt.Sprintf("%s = ?", column), owner)
	// ok: GO-001
	db.Query("SELECT a FROM t WHERE id=" + strconv.Itoa(n))
	const kind = "a"
	// ok: GO-001
	db.Query("SELECT a FROM t WHERE kind='" + kind + "'")
	// ok: GO-001
	cache.Get("id=" + id)
	// db.Query("SELECT a FROM t WHERE id=" + id)
	// ok: GO-001
	log.Print(`db.Query("SELECT a FROM t WHERE id=" + id)`)
}
