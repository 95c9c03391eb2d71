// Stubs generates Go from the .proto files of the player port, so that a build needs no protoc: the compiler is a
// library, and the plugins are tools of this module.
//
//	stubs PROTO_ROOT OUT_DIR
package main

import (
	"bytes"
	"context"
	"log"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/protoutil"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/pluginpb"
)

var files = []string{"paiju/v1/cards.proto", "paiju/v1/game.proto", "paiju/v1/referee.proto"}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: stubs PROTO_ROOT OUT_DIR")
	}
	request, err := compile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	for _, plugin := range []string{"protoc-gen-go", "protoc-gen-go-grpc"} {
		if err := generate(plugin, request, os.Args[2]); err != nil {
			log.Fatalf("%s: %v", plugin, err)
		}
	}
}

// compile returns what protoc would write to its plugins.
func compile(root string) ([]byte, error) {
	compiler := protocompile.Compiler{
		Resolver:       &protocompile.SourceResolver{ImportPaths: []string{root}},
		SourceInfoMode: protocompile.SourceInfoStandard, // comments
	}
	compiled, err := compiler.Compile(context.Background(), files...)
	if err != nil {
		return nil, err
	}
	request := &pluginpb.CodeGeneratorRequest{FileToGenerate: files, Parameter: proto.String("module=paiju")}
	for _, file := range compiled {
		request.ProtoFile = append(request.ProtoFile, protoutil.ProtoFromFileDescriptor(file))
	}
	return proto.Marshal(request)
}

// generate runs one plugin and writes the files it answers with.
func generate(plugin string, request []byte, out string) error {
	command := exec.Command("go", "tool", plugin)
	command.Stdin, command.Stderr = bytes.NewReader(request), os.Stderr
	output, err := command.Output()
	if err != nil {
		return err
	}
	var response pluginpb.CodeGeneratorResponse
	if err := proto.Unmarshal(output, &response); err != nil {
		return err
	}
	for _, file := range response.GetFile() {
		path := filepath.Join(out, file.GetName())
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(file.GetContent()), 0o644); err != nil {
			return err
		}
	}
	return nil
}
