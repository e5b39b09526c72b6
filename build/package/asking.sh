# asking.sh: functions that send requests to a server, for the scripts that test the packages. They source this file,
# and set the variables api, the base URL of the API, and key, an API key.
# shellcheck shell=bash disable=SC2154

# json_field NAME prints the value of a field of the JSON object on standard input.
json_field() {
    sed -nE 's/.*"'"$1"'":"?([^",}]+).*/\1/p'
}

# upload_document FILE uploads a document, and prints its id.
upload_document() {
    curl -sSf -H "Authorization: $key" -F "file=@$1" "$api/document/upload" | json_field id
}

# wait_until_viewable ID waits until a document is converted. It fails if the document cannot be viewed.
wait_until_viewable() {
    curl -sSf -H "Authorization: $key" "$api/document/$1?wait=viewable" | grep -q '"viewable":true'
}
