/** Vite gives the text of a file. */
declare module '*.txt?raw' {
  const text: string
  export default text
}
