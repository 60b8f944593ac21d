/** Opens a URL of the product in a new browser tab; does nothing without a URL. */
export function openInTab(address: string | null): void {
  if (address !== null) window.open(address, '_blank', 'noopener')
}
