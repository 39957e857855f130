import type { ServerResponse } from 'node:http'

/**
 * Calls `work` after a response has ended or its client has disconnected, at once if that has happened. Node's
 * `finished` adds two close listeners to a response: a download's would exceed Node's warning limit of 10.
 */
export function onResponseClose(response: ServerResponse, work: () => void): void {
  if (response.destroyed) work()
  else response.once('close', work)
}
