package store

import (
	"context"
	"database/sql"
	"fmt"

	"lectern/backend/document/content"
)

// mostUsers is how many records that need content are named for one key.
const mostUsers = 20

// listUsers returns the records that need content: documents, also those whose PDF it is, templates and tasks. Each part
// has its own limit, as a million records may need one file.
const listUsers = `SELECT * FROM (SELECT 'document', id, name, original <> ?1 AND original <> '' FROM document WHERE original = ?1 OR pdf = ?1 LIMIT ?2) AS documents
	UNION SELECT * FROM (SELECT 'document', document.id, document.name, FALSE FROM conversion JOIN document ON document.original = conversion.original
		WHERE conversion.pdf = ?1 AND document.pdf <> ?1 LIMIT ?2) AS converted
	UNION SELECT * FROM (SELECT 'template', template.id, template.name, FALSE FROM template_version
		JOIN template ON template.id = template_version.template_id WHERE template_version.content = ?1 LIMIT ?2) AS templates
	UNION SELECT * FROM (SELECT 'task', id, template_name, FALSE FROM task WHERE template = ?1 LIMIT ?2) AS tasks
	UNION SELECT * FROM (SELECT 'task', task_id, name, FALSE FROM task_result WHERE content = ?1 LIMIT ?2) AS results
	UNION SELECT * FROM (SELECT 'task', task_id, name, FALSE FROM task_row_result WHERE content = ?1 LIMIT ?2) AS row_results
	ORDER BY 1, 3, 2 LIMIT ?2`

// ListContentUsers implements [document.Store].
func (r Contents) ListContentUsers(ctx context.Context, key string) ([]content.User, error) {
	return readUsers(ctx, r.read, listUsers, key)
}

func readUsers(ctx context.Context, db *sql.DB, query, key string) (users []content.User, err error) {
	rows, err := db.QueryContext(ctx, query, key, mostUsers)
	if err != nil {
		return nil, fmt.Errorf("list users of content: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var user content.User
		if err := rows.Scan(&user.Kind, &user.ID, &user.Name, &user.Converted); err != nil {
			return nil, fmt.Errorf("list users of content: %w", err)
		}
		users = append(users, user)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list users of content: %w", err)
	}
	return users, nil
}
