import { StartError } from '@flota/postgres/startError.ts'

/** A store that can't be asked, or can't do it now: the next try may succeed. */
export class StoreUnavailableError extends StartError {
  readonly reason: string

  /** @param word what the store said, or what became of asking it */
  constructor(variable: string, word: string) {
    const said = word.replace(/[.\s]+$/, '')
    super(`El almacén de ${variable} no responde como debe: ${said}.`)
    this.reason = said
  }
}
