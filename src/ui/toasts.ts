import { toast } from 'sonner'

export function showSuccess(text: string): void {
  toast.success(text)
}

export function showError(text: string): void {
  toast.error(text)
}
