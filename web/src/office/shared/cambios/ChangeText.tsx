import { truncateText } from '@flota/contract/core/format.ts'
import { tripNameText } from '@flota/contract/core/tripNameText.ts'
import type { Anotacion } from '@flota/contract/reports/bitacora.ts'
import { Link } from 'wouter'
import { useConfig } from '../../../api/config.ts'
import { changeSentence } from './changeSentence.ts'
import { recordHref } from './hrefs.ts'

interface Props {
  row: Anotacion
  /** Hides the record's name on its own page. */
  isOwnRecord?: boolean
}

const maxListedChanges = 4
const maxValueCharacters = 80

/** Shows 'ana cambió Precio de RUTA-9001: Q1,250.00 → Q1,150.00', or a list of several changes. */
export function ChangeText({ row, isOwnRecord = false }: Props) {
  const { actor, phrase, record, changes, only } = changeSentence(row, isOwnRecord, useConfig()?.zona)
  const listed = only ? [] : changes
  return (
    <div className="grid wrap-anywhere">
      <p>
        <strong>{actor}</strong> {phrase}
        {record && <> {<RecordName row={row} name={record} />}</>}
        {only && (
          <>
            : <ValueChange antes={only.antes} despues={only.despues} />
          </>
        )}
      </p>
      {row.viaje && <p className="text-sm text-muted">{tripNameText(row.viaje)}</p>}
      {listed.length > 0 && (
        <ul className="grid text-sm">
          {listed.slice(0, maxListedChanges).map(({ campo, ...values }) => (
            <li key={campo}>
              <span className="text-muted">{campo}:</span> <ValueChange {...values} />
            </li>
          ))}
          {listed.length > maxListedChanges && (
            <li className="text-muted">y {listed.length - maxListedChanges} más</li>
          )}
        </ul>
      )}
      {row.motivo && <p className="line-clamp-2 text-sm text-muted">«{row.motivo}»</p>}
    </div>
  )
}

export function RecordName({ row, name }: { row: Anotacion; name: string }) {
  const href = recordHref(row)
  if (!href) return <strong>{name}</strong>
  return (
    <Link href={href} className="text-link underline">
      {name}
    </Link>
  )
}

const ValueChange = ({ antes, despues }: { antes: string; despues: string }) => (
  <>
    {truncateText(antes, maxValueCharacters)} → <strong>{truncateText(despues, maxValueCharacters)}</strong>
  </>
)
