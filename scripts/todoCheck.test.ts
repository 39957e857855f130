import { expect, test } from 'vitest'
import { leftovers } from './todoCheck.ts'

// Each in two parts, so that this file is not found itself.
test('unfinished work is found with its line', () => {
  expect(leftovers(`a\n// TO${'DO'}: later\n`)).toEqual([`2: unfinished work: // TO${'DO'}: later`])
  expect(leftovers(`/* FIX${'ME'} */`)).toHaveLength(1)
})

test('a suppression needs its reason', () => {
  const disable = `// oxlint-${'disable'}-next-line no-console`
  expect(leftovers(disable)).toHaveLength(1)
  expect(leftovers(`${disable} -- the start block is for people`)).toEqual([])
  const expectError = `// @ts-${'expect-error'}`
  expect(leftovers(expectError)).toHaveLength(1)
  expect(leftovers(`${expectError} the types forget null`)).toEqual([])
})

test('words that contain them are no leftovers', () => {
  expect(leftovers('const metodo = todos.map(todo)')).toEqual([])
})
