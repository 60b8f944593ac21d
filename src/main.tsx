import '#ui/fonts.css'
import '#ui/tokens.css'
import '#ui/base.css'
import '#app/starting.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createApp } from '#app/create-app.tsx'

const root = document.querySelector('#root')
if (root) startTransition(() => createRoot(root).render(createApp()))
