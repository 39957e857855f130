import { calls } from '@flota/contract/core/calls.ts'
import { formatInteger } from '@flota/contract/core/format.ts'
import type { Desconocido, VistaPrevia } from '@flota/contract/imports/importar.ts'
import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { campoLabel } from '@flota/contract/records/campos.ts'
import { type ReactNode, type Ref, useId, useState } from 'react'
import { usePermission } from '../../../../api/session.ts'
import { RecordFilter, type RecordKind } from '../../../../form/recordPicker/RecordFilter.tsx'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import { Button } from '../../../../ui/Button.tsx'
import { inputClass } from '../../../../ui/Field.tsx'
import { type NameDecision, withDecisions } from '../importDraft.ts'
import { DecidedName, rowsText } from './DecidedName.tsx'

const kindOfCampo: Record<string, RecordKind> = {
  cliente: 'clientes',
  placa: 'camiones',
  piloto: 'choferes',
  ayudante: 'ayudantes',
  tipo: 'documentoTipos',
}

/** Kind of the records that a field names; in a list of persons or trucks the row's own. */
const kindOf = (tipo: ImportTipo, campo: string): RecordKind =>
  tipo in recordSources ? (tipo as keyof typeof recordSources) : (kindOfCampo[campo] ?? 'clientes')

interface Props {
  tipo: ImportTipo
  desconocidos: VistaPrevia['desconocidos']
  decisions: readonly NameDecision[]
  onChange: (decisions: readonly NameDecision[]) => void
  /** Gets the focus when the user wants to correct the sheet first, and only names are wrong. */
  ref: Ref<HTMLElement>
}

/** Asks once per unknown name which record it means. Decided names stay in the list, so that they can be changed. */
export function UnknownNames({ tipo, desconocidos, decisions, onChange, ref }: Props) {
  const id = useId()
  const mayCreate = useMayCreate(tipo)
  if (desconocidos.length === 0 && decisions.length === 0) return null
  const decide = (made: readonly NameDecision[]) => onChange(withDecisions(decisions, made))
  const undecided = desconocidos.filter((each) => !decisions.some((decision) => isSameName(decision, each)))
  const title =
    undecided.length === 0
      ? 'Nombres elegidos'
      : undecided.length === 1
        ? '1 nombre que no está en tus listas'
        : `${formatInteger(undecided.length)} nombres que no están en tus listas`
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby={id} className="rounded-ui border border-line">
      <div className="grid gap-3 border-b border-line bg-sunken px-4 py-3">
        <div>
          <h3 id={id} className="font-semibold">
            {title}
          </h3>
          <p className="text-muted">Elige una vez: vale para todas sus filas y para la próxima hoja.</p>
        </div>
        <BulkDecisions undecided={undecided} mayCreate={mayCreate} onDecide={decide} />
      </div>
      {undecided.length > 0 && (
        <NameList labelledBy={id}>
          {undecided.map((each) => (
            <UnknownName
              key={`${each.campo} ${each.valor}`}
              tipo={tipo}
              unknown={each}
              mayCreate={mayCreate(each.campo)}
              onDecide={(decision) => decide([decision])}
            />
          ))}
        </NameList>
      )}
      {decisions.length > 0 && (
        <details
          open={decisions.length <= maxOpenDecisions}
          className="border-t border-line first:border-t-0"
        >
          <summary className="min-h-10 cursor-pointer px-4 py-2 font-semibold">
            {countText(decisions.length, 'nombre elegido', 'nombres elegidos')}
          </summary>
          <NameList labelledBy={id}>
            {decisions.map((decision) => (
              <DecidedName
                key={`${decision.campo} ${decision.valor}`}
                decision={decision}
                onUndo={() => onChange(decisions.filter((each) => each !== decision))}
              />
            ))}
          </NameList>
        </details>
      )}
    </section>
  )
}

const maxOpenDecisions = 5

const NameList = ({ labelledBy, children }: { labelledBy: string; children: ReactNode }) => (
  <ul
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users scroll it
    tabIndex={0}
    aria-labelledby={labelledBy}
    style={{ maxHeight: '24rem' }}
    className="divide-y divide-line overflow-auto"
  >
    {children}
  </ul>
)

const isSameName = (a: Pick<NameDecision, 'campo' | 'valor'>, b: Pick<NameDecision, 'campo' | 'valor'>) =>
  a.campo === b.campo && a.valor === b.valor

/** Returns whether the user may create the record that a field names. */
function useMayCreate(tipo: ImportTipo) {
  const may = usePermission()
  return (campo: string) => {
    const kind = kindOf(tipo, campo)
    return kind in recordSources && kind !== 'documentoTipos' && may(calls[`POST /api/${kind as 'choferes'}`])
  }
}

interface BulkProps {
  undecided: readonly Desconocido[]
  mayCreate: (campo: string) => boolean
  onDecide: (decisions: readonly NameDecision[]) => void
}

/** Decides about all remaining names with one press. */
function BulkDecisions({ undecided, mayCreate, onDecide }: BulkProps) {
  const proposed = undecided.filter(({ candidatos }) => candidatos.length === 1)
  const others = undecided.filter(({ candidatos }) => candidatos.length !== 1)
  const creatable = others.filter(({ campo, candidatos }) => candidatos.length === 0 && mayCreate(campo))
  if (undecided.length < 2) return null
  return (
    <div className="flex flex-wrap gap-2">
      {proposed.length > 0 && (
        <Button onClick={() => onDecide(proposed.map(acceptCandidate))}>
          Aceptar {countText(proposed.length, 'propuesta', 'propuestas')}
        </Button>
      )}
      {creatable.length > 0 && (
        <Button onClick={() => onDecide(creatable.map((each) => decisionOf(each, 'crear')))}>
          Crear {countText(creatable.length, 'nombre', 'nombres')} sin propuesta
        </Button>
      )}
      {others.length > 0 && (
        <Button onClick={() => onDecide(others.map((each) => decisionOf(each, 'omitir')))}>
          Dejar fuera {countText(others.length, 'nombre', 'nombres')} sin propuesta
        </Button>
      )}
    </div>
  )
}

const countText = (n: number, one: string, many: string) =>
  n === 1 ? `1 ${one}` : `${formatInteger(n)} ${many}`

const decisionOf = (
  { campo, valor, filas }: Desconocido,
  choice: NameDecision['choice'],
  nombre = '',
): NameDecision => ({ campo, valor, filas, choice, nombre })

const acceptCandidate = (unknown: Desconocido): NameDecision => {
  const [first] = unknown.candidatos
  return first ? decisionOf(unknown, first.id, first.nombre) : decisionOf(unknown, 'omitir')
}

interface UnknownNameProps {
  tipo: ImportTipo
  unknown: Desconocido
  mayCreate: boolean
  onDecide: (decision: NameDecision) => void
}

const searchWord = 'buscar'

function UnknownName({ tipo, unknown, mayCreate, onDecide }: UnknownNameProps) {
  const { campo, valor, filas, candidatos } = unknown
  const [searching, setSearching] = useState(false)
  const kind = kindOf(tipo, campo)
  const [proposed] = candidatos.length === 1 ? candidatos : []
  const choose = (word: string) => {
    setSearching(word === searchWord)
    const candidate = candidatos.find(({ id }) => String(id) === word)
    if (candidate) onDecide(decisionOf(unknown, candidate.id, candidate.nombre))
    if (word === 'crear' || word === 'omitir') onDecide(decisionOf(unknown, word))
  }
  return (
    <li className="grid gap-2 px-4 py-2 md:grid-cols-2 md:items-center">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{valor}</span>{' '}
        <span className="text-sm text-muted">
          {campoLabel(campo)} · {rowsText(filas)}
        </span>
        {proposed && (
          <span className="block">
            ¿Es {proposed.nombre}? <span className="text-sm text-muted">({proposed.por})</span>
          </span>
        )}
      </p>
      <div className="flex flex-wrap items-end gap-2">
        <select
          aria-label={`Quién es ${valor}`}
          value={searching ? searchWord : ''}
          onChange={({ target }) => choose(target.value)}
          className={`${inputClass} min-w-0 flex-1 basis-56`}
        >
          <option value="">Elige…</option>
          {candidatos.map(({ id, nombre, por }) => (
            <option key={id} value={id}>
              {nombre} ({por})
            </option>
          ))}
          <option value={searchWord}>Otro registro…</option>
          {mayCreate && <option value="crear">Crear {valor}</option>}
          <option value="omitir">Dejar fuera {rowsText(filas)}</option>
        </select>
        {proposed && !searching && (
          <Button onClick={() => onDecide(acceptCandidate(unknown))}>Aceptar</Button>
        )}
        {searching && (
          <RecordFilter
            kind={kind}
            id=""
            label={`Buscar a quién es ${valor}`}
            all="Escribe para buscar"
            onChange={(id) => id && onDecide(decisionOf(unknown, Number(id)))}
          />
        )}
      </div>
    </li>
  )
}
