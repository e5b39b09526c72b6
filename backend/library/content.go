package library

import (
	"context"
	"fmt"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"

	"lectern/backend/document/content"
	"lectern/backend/library/bucket"
	"lectern/backend/library/marker"
)

// openContent opens the content of the library that a server runs on: either a bucket that several servers share, or
// files in the data folder.
func (l *Library) openContent(ctx context.Context) (err error) {
	if l.config.Blobs == "" {
		err = l.openOwnContent(ctx)
	} else {
		err = l.openSharedContent(ctx)
	}
	if err != nil {
		return err
	}
	l.Cleaner, l.Checker = content.NewCleaner(l.Content), content.NewChecker(l.Content, l.DB.Documents)
	if !l.DB.Shared() {
		return nil
	}
	return marker.Claim(ctx, l.DB, l.bucket)
}

// openOwnContent opens the content in the data folder. It also makes this server the only server of the library, because
// other servers cannot reach the folder.
func (l *Library) openOwnContent(ctx context.Context) (err error) {
	if err := l.DB.Claim(ctx); err != nil {
		return err
	}
	if l.bucket, err = openFiles(l.Folder.content()); err == nil {
		l.Content = content.New(content.Config{Bucket: l.bucket, TempDir: l.Folder.Temp(), Records: l.DB.Documents, Log: l.config.Log,
			Reserve: l.Folder.reserve, SetAside: content.NewSetAside(l.Folder.content(), l.Folder.setAside())})
	}
	return err
}

// openFiles opens the content in a folder.
func openFiles(path string) (*blob.Bucket, error) {
	files, err := fileblob.OpenBucket(path, &fileblob.Options{
		NoTempDir: true, // the temporary file is in the same folder, so that it can be renamed
		Metadata:  fileblob.MetadataDontWrite,
	})
	if err != nil {
		return nil, fmt.Errorf("open content: %w", err)
	}
	return files, nil
}

// openSharedContent opens the content in a bucket, with a cache in the data folder.
func (l *Library) openSharedContent(ctx context.Context) (err error) {
	if l.bucket, err = bucket.Open(ctx, l.config.Blobs, &l.line, l.config.Log); err != nil {
		return err
	}
	cache, err := content.OpenCache(l.Folder.cache(), l.config.CacheSize)
	if err != nil {
		return err
	}
	l.Content = content.New(content.Config{Bucket: l.bucket, TempDir: l.Folder.Temp(), Records: l.DB.Documents, Log: l.config.Log,
		Shared: &content.Shared{Cache: cache, Removals: l.DB.Removals}})
	l.DB.SetHolder(l.Content)
	return nil
}
