import type { Ref } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import type { Difference } from './differences.ts'

export type Failure =
  | { kind: 'fault'; reason: string }
  | { kind: 'unsent'; reason: string }
  | { kind: 'refused'; reason: string; gone: boolean; changes: Difference[] }

/** A failed change never looks done: its title says that it is not. */
export function ChangeFailure({ failure, ref }: { failure: Failure; ref: Ref<HTMLDivElement> }) {
  if (failure.kind === 'fault') return <Banner ref={ref} kind="error" title={failure.reason} />
  return (
    <Banner ref={ref} kind="error" title="Error al actualizar el estado">
      <p>{failure.reason}</p>
      {failure.kind === 'unsent' ? (
        <p className="font-semibold">Sin enviar: el cambio no ha llegado a la oficina.</p>
      ) : (
        <>
          {failure.gone && <p>Esta ruta ya no está asignada a ti. Contacta al administrador.</p>}
          <Changes changes={failure.changes} />
        </>
      )}
    </Banner>
  )
}

function Changes({ changes }: { changes: Difference[] }) {
  if (changes.length === 0) return null
  return (
    <>
      <p className="mt-2 font-semibold">Cambió:</p>
      <ul className="list-disc pl-5">
        {changes.map(({ label, before, after }) => (
          <li key={label}>
            {label}: <s>{before || 'vacío'}</s> → <strong>{after || 'vacío'}</strong>
          </li>
        ))}
      </ul>
    </>
  )
}
