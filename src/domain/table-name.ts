/** The form that a table's file is: its name without folder and ending. */
export function formName(file: string): string {
  return file.replace(/^.*\//, '').replace(/\.[^.]*$/, '')
}

/** What options call a table: its form's name in lower case. */
export function tableName(file: string): string {
  return formName(file).toLowerCase()
}
