import { useState } from 'react'
import { useEmpresa } from '../../../../api/config.ts'
import { useSession } from '../../../../api/session.ts'
import { Button } from '../../../../ui/Button.tsx'

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState(false)
  const empresa = useEmpresa()
  const username = useSession()?.user.username
  const text = codes.join('\n')
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  // Browsers offer the clipboard over https only.
  const canCopy = 'clipboard' in navigator
  return (
    <div className="grid max-w-md gap-4">
      <h3 ref={focusElement} tabIndex={-1} className="text-lg font-bold outline-none">
        Guarda tus códigos de recuperación
      </h3>
      <p>
        Si pierdes el teléfono, cada uno sirve una vez en lugar del código. Guárdalos fuera de este equipo: no
        se vuelven a mostrar.
      </p>
      <ul
        aria-label="Códigos de recuperación"
        className="grid grid-cols-2 gap-2 rounded-ui bg-sunken p-4 font-mono print:text-lg"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="hidden print:block">
        {empresa}: {username}
      </p>
      <div className="flex flex-wrap gap-3 print:hidden">
        {canCopy && (
          <Button onClick={() => void copy().catch(() => undefined)}>{copied ? 'Copiados' : 'Copiar'}</Button>
        )}
        <Button onClick={() => window.print()}>Imprimir</Button>
        <a
          className="inline-flex min-h-10 items-center px-2 text-link underline max-md:min-h-11"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="codigos-de-recuperacion.txt"
        >
          Descargar
        </a>
      </div>
      <Button look="primary" className="justify-self-start print:hidden" onClick={onDone}>
        Ya los guardé
      </Button>
    </div>
  )
}

/** Focuses the step's text: the previous step's button is gone. */
export const focusElement = (words: HTMLElement | null) => words?.focus()

export const focusFirstField = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()
