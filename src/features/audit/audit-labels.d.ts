declare module 'virtual:audit-labels' {
  /** By method and path. */
  const labels: Readonly<Record<string, string>>
  export default labels
}
