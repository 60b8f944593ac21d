/** What options call a table: its file's name in lower case, without folder and ending. */
export function tableName(file: string): string {
  return file
    .replace(/^.*\//, '')
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
}
