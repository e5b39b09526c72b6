package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"lectern/backend/document/content"
	"lectern/backend/store/engine"
)

// maxUsers is the maximum number of records that are returned as the users of one piece of content.
const maxUsers = 20

// listUsersQuery lists the records that need content: documents (as their original or as their PDF), templates and
// tasks. Each part of the query has its own limit, because a million records may need the same content.
const listUsersQuery = `SELECT * FROM (SELECT 'document', id, name, original <> ?1 AND original <> '' FROM document
	WHERE original = ?1 OR pdf = ?1 LIMIT ?2) AS documents
	UNION SELECT * FROM (SELECT 'document', document.id, document.name, FALSE
		FROM conversion JOIN document ON document.original = conversion.original
		WHERE conversion.pdf = ?1 AND document.pdf <> ?1 LIMIT ?2) AS converted
	UNION SELECT * FROM (SELECT 'template', template.id, template.name, FALSE FROM template_version
		JOIN template ON template.id = template_version.template_id WHERE template_version.content = ?1 LIMIT ?2) AS templates
	UNION SELECT * FROM (SELECT 'task', id, template_name, FALSE FROM task WHERE template = ?1 LIMIT ?2) AS tasks
	UNION SELECT * FROM (SELECT 'task', task_id, name, FALSE FROM task_result WHERE content = ?1 LIMIT ?2) AS results
	UNION SELECT * FROM (SELECT 'task', task_id, name, FALSE FROM task_row_result WHERE content = ?1 LIMIT ?2) AS row_results
	ORDER BY 1, 3, 2 LIMIT ?2`

// ListContentUsers implements [content.FaultRecords].
func (r Contents) ListContentUsers(ctx context.Context, key string) ([]content.User, error) {
	return readUsers(ctx, r.read, listUsersQuery, key)
}

func readUsers(ctx context.Context, db *sql.DB, query, key string) (users []content.User, err error) {
	rows, err := db.QueryContext(ctx, query, key, maxUsers)
	if err != nil {
		return nil, fmt.Errorf("list the records that need content: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var user content.User
		if err := rows.Scan(&user.Kind, &user.ID, &user.Name, &user.Converted); err != nil {
			return nil, fmt.Errorf("list the records that need content: %w", err)
		}
		users = append(users, user)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list the records that need content: %w", err)
	}
	return users, nil
}

// inUse is the SQL condition that a PDF is needed, either by a document or by a conversion whose original belongs to a
// document. The placeholder %[1]s is the content key of the PDF.
const inUse = `(EXISTS (SELECT 1 FROM document WHERE document.pdf = %[1]s)
	OR EXISTS (SELECT 1 FROM conversion JOIN document ON document.original = conversion.original WHERE conversion.pdf = %[1]s))`

// usesContentQuery is a query that reports whether any record needs the content with a key.
var usesContentQuery = `SELECT EXISTS (SELECT 1 FROM document WHERE original = ?1) OR ` + fmt.Sprintf(inUse, "?1") + `
	OR EXISTS (SELECT 1 FROM task WHERE template = ?1) OR EXISTS (SELECT 1 FROM task_result WHERE content = ?1)
	OR EXISTS (SELECT 1 FROM task_row_result WHERE content = ?1) OR EXISTS (SELECT 1 FROM template_version WHERE content = ?1)`

// UsesContent implements [content.Records].
func (r Contents) UsesContent(ctx context.Context, key string) (bool, error) {
	var used bool
	err := r.read.QueryRowContext(ctx, usesContentQuery, key).Scan(&used)
	if err != nil {
		return false, fmt.Errorf("find the records that need content: %w", err)
	}
	return used, nil
}

// afterKeys is a suffix. Appended to a prefix, it makes a string that is greater than all keys with that prefix.
const afterKeys = "\x7f"

// ListUsedContent implements [content.Records].
func (r Contents) ListUsedContent(ctx context.Context, prefix string) (map[string]bool, error) {
	used := make(map[string]bool)
	err := r.VisitUsedContent(ctx, prefix, func(key string) error {
		used[key] = true
		return nil
	})
	if err != nil {
		return nil, err
	}
	return used, nil
}

// usedContentQuery lists the keys of the content that records need. Some keys are listed more than once.
const usedContentQuery = `SELECT original FROM document WHERE original BETWEEN ?1 AND ?2
	UNION ALL SELECT pdf FROM document WHERE pdf BETWEEN ?1 AND ?2
	UNION ALL SELECT pdf FROM conversion WHERE pdf BETWEEN ?1 AND ?2
		AND EXISTS (SELECT 1 FROM document WHERE document.original = conversion.original)
	UNION ALL SELECT template FROM task WHERE template BETWEEN ?1 AND ?2
	UNION ALL SELECT content FROM task_result WHERE content BETWEEN ?1 AND ?2
	UNION ALL SELECT content FROM task_row_result WHERE content BETWEEN ?1 AND ?2
	UNION ALL SELECT content FROM template_version WHERE content BETWEEN ?1 AND ?2`

// VisitUsedContent implements [content.FaultRecords].
func (r Contents) VisitUsedContent(ctx context.Context, prefix string, visit func(key string) error) error {
	return visitKeys(ctx, r.read, usedContentQuery, prefix, visit)
}

func visitKeys(ctx context.Context, db *sql.DB, query, prefix string, visit func(key string) error) error {
	rows, err := db.QueryContext(ctx, query, prefix, prefix+afterKeys)
	if err != nil {
		return fmt.Errorf("list used content: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var key string
		err := rows.Scan(&key)
		if err == nil {
			err = visit(key)
		}
		if err != nil {
			return fmt.Errorf("list used content: %w", err)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("list used content: %w", err)
	}
	return nil
}

// ForgetContent implements [content.Records].
func (r Contents) ForgetContent(ctx context.Context, keys ...string) (all []string, err error) {
	err = r.updateNonDurable(ctx, func(tx *Tx) error {
		all = nil
		for _, key := range keys {
			made, err := listConvertedPDFs(ctx, tx, key)
			if err != nil {
				return fmt.Errorf("forget content: %w", err)
			}
			all = append(append(all, key), made...)
		}
		all = slices.DeleteFunc(all, func(key string) bool { return key == "" })
		for _, key := range all {
			if err := forgetPDF(ctx, tx, key); err != nil {
				return fmt.Errorf("forget content: %w", err)
			}
		}
		return nil
	})
	return all, err
}

// listConvertedPDFs returns the PDFs that an original was converted to.
func listConvertedPDFs(ctx context.Context, tx *Tx, original string) (keys []string, err error) {
	return engine.ListStrings(ctx, tx, `SELECT pdf FROM conversion WHERE original = ? AND original <> ''`, original)
}
