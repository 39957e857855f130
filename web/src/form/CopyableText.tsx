import { useState } from 'react'
import { Button } from '../ui/Button.tsx'

/** A text to be taken away whole; where the browser gives no clipboard it is chosen by hand. */
export function CopyableText({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  // Browsers give a clipboard over https alone.
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
