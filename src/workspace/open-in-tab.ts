/** Opens one of the product's own addresses in a new tab of the browser; without an address it does nothing. */
export function openInTab(address: string | null): void {
  if (address !== null) window.open(address, '_blank', 'noopener')
}
