# asking.sh: what the scripts that prove the packages ask a server. To be sourced: api and key are to be set.
# shellcheck shell=bash disable=SC2154

# field NAME prints the text that has this name in the JSON object on standard input.
field() {
    sed -nE 's/.*"'"$1"'":"?([^",}]+).*/\1/p'
}

# post FILE posts a document, and prints its id.
post() {
    curl -sSf -H "Authorization: $key" -F "file=@$1" "$api/document/upload" | field id
}

# viewable ID waits until the document can be viewed; fails where it cannot.
viewable() {
    curl -sSf -H "Authorization: $key" "$api/document/$1?wait=viewable" | grep -q '"viewable":true'
}
