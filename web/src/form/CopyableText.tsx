import { useState } from 'react'
import { Button } from '../ui/Button.tsx'

/** A text with a copy button, or to be selected by hand if the browser has no clipboard. */
export function CopyableText({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  // Over plain HTTP browsers have no clipboard.
  const canCopy = 'clipboard' in navigator
  return (
    <div className="flex flex-wrap items-center gap-3">
      <code className="min-w-0 flex-1 basis-60 wrap-anywhere whitespace-pre-wrap select-all">{text}</code>
      {canCopy && (
        <Button onClick={() => void copy().catch(() => undefined)}>{copied ? 'Copiado' : 'Copiar'}</Button>
      )}
    </div>
  )
}
