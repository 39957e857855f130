import { formatInteger } from '@flota/contract/core/format.ts'
import { campoLabel } from '@flota/contract/records/campos.ts'
import { Button } from '../../../../ui/Button.tsx'
import type { NameDecision } from '../importDraft.ts'

export const rowsText = (filas: number) => (filas === 1 ? '1 fila' : `${formatInteger(filas)} filas`)

/** A name with the user's decision, which can be changed. */
export function DecidedName({ decision, onUndo }: { decision: NameDecision; onUndo: () => void }) {
  const { campo, valor, choice, nombre, filas } = decision
  const outcome =
    choice === 'crear'
      ? 'se crea'
      : choice === 'omitir'
        ? `queda fuera (${rowsText(filas)})`
        : `es ${nombre || 'el registro elegido'}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 px-4 py-2">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{valor}</span> <span>{outcome}</span>{' '}
        <span className="text-sm text-muted">{campoLabel(campo)}</span>
      </p>
      <Button aria-label={`Cambiar ${valor}`} onClick={onUndo}>
        Cambiar
      </Button>
    </li>
  )
}
