/**
 * JSON's functions are part of the engine and stand in no recorded stack. Imported before everything else, so that
 * modules that keep a reference (the driver does) keep these, which do.
 */
const { parse, stringify } = JSON;

JSON.parse = function parseJson(...args: Parameters<typeof parse>) {
  return parse(...args);
};
JSON.stringify = function stringifyJson(...args: unknown[]) {
  return Reflect.apply(stringify, JSON, args);
};
