/** A text file that the build puts into the code. */
declare module '*.txt?raw' {
  const text: string
  export default text
}
