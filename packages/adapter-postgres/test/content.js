'use strict';
Object.defineProperty(exports, '__esModule', { value: true });
exports.EVERY_WORD = exports.EVERY_ITEM = exports.CONTENT = exports.FIELDS = void 0;
const domain_1 = require('@worktrack/domain');
/** The fields of a Work Item in tests. */
exports.FIELDS = (0, domain_1.newFieldsOf)({ title: 'Write the launch plan' });
/** Default content of a Work Item in tests. */
exports.CONTENT = {
  ...exports.FIELDS,
  status: 'backlog',
  references: {},
};
/** A query for every unarchived item, last updated first. */
exports.EVERY_ITEM = { sort: 'updated', filter: { archived: false }, bound: '' };
/** The part of a query that names no words of fields. */
exports.EVERY_WORD = Object.fromEntries(domain_1.WORD_FIELDS.map((name) => [name, []]));
//# sourceMappingURL=content.js.map
