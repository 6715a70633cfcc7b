package files

import (
	"archive/tar"
	"archive/zip"
	"errors"
	"io"
	"os"
	"path/filepath"
)

func unzip(source, folder string) error {
	reader, err := zip.OpenReader(source)
	if err != nil {
		return err
	}
	for _, f := range reader.File {
		target := filepath.Join(folder, f.Name)
		if f.FileInfo().IsDir() {
			// ruleid: GO-011
			os.MkdirAll(target, 0o750)
			continue
		}
		// ruleid: GO-011
		out, err := os.Create(target)
		_, _ = out, err
	}
	return nil
}

func untar(in io.Reader, folder string) error {
	reader := tar.NewReader(in)
	for {
		header, err := reader.Next()
		if err != nil {
			return err
		}
		// ruleid: GO-011
		os.OpenFile(filepath.Join(folder, header.Name), os.O_CREATE, 0o600)
	}
}

func checked(reader *zip.Reader, folder string) error {
	for _, f := range reader.File {
		name := f.Name
		if !filepath.IsLocal(name) {
			return errors.New("entry outside of the folder")
		}
		// ok: GO-011
		os.Create(filepath.Join(folder, name))
		// ok: GO-011
		os.Create(filepath.Join(folder, filepath.Base(f.Name)))
	}
	return nil
}
