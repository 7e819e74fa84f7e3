/**
 * The fields and arguments of the schema of clients that no document of a client in this repository uses, only those of REST, by the reason
 * for which clients see them: there is no other way to what they return or do. What has another way is marked with `@ForRest()` instead.
 */
export const restAlone: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'what describes a dataset to search engines and harvesters': {
    CatalogDataset: 'metadataFields territories',
  },
  'a change of one part of a dataset, beside applyDataset, which brings whole parts to a state': {
    Mutation: `updateDataset copyDataset appendFieldConfiguration updateFieldConfiguration deleteFieldConfiguration appendProcessor updateProcessor
      deleteProcessor updateResource deleteResource createSchedule updateSchedule deleteSchedule createUserRuleset updateUserRuleset
      deleteUserRuleset createGroupRuleset updateGroupRuleset deleteGroupRuleset restoreVersion createAttachment deleteAttachment
      createAlternativeExport updateAlternativeExport deleteAlternativeExport`,
  },
  'an action that nothing else starts': {
    Mutation: `archiveFeedback updateSubmission publishDatasetMetadata unpublishDataset abortDatasetPublishing clearResourceCache
      enableRealtimeResource disableRealtimeResource renewPushKey deleteRealtimeRecords recoverRealtimeRecords pushRecords`,
    PushRecordsPayload: 'warning',
  },
  'how an administrator defines what datasets are described with': {
    Mutation: 'createMetadataTemplate updateMetadataTemplate deleteMetadataTemplate',
    MetadataSuggestions: 'all',
  },
  'what a mutation changed, for client caches': {
    AlternativeExportPayload: 'all',
    AttachmentPayload: 'all',
    FeedbackPayload: 'all',
    FieldConfigurationPayload: 'all',
    ProcessorPayload: 'all',
    ResourceFilePayload: 'all',
    SchedulePayload: 'all',
    UserRulesetPayload: 'all',
    GroupRulesetPayload: 'all',
    MetadataTemplatePayload: 'all',
    DatasourceConnectionPayload: 'all',
    DeleteDatasetPayload: 'uid',
    DeleteDatasourceConnectionPayload: 'uid',
    DeleteAlternativeExportPayload: 'all',
    DeleteAttachmentPayload: 'all',
    DeleteFieldConfigurationPayload: 'all',
    DeleteGroupRulesetPayload: 'all',
    DeleteMetadataTemplatePayload: 'all',
    DeleteProcessorPayload: 'all',
    DeleteResourcePayload: 'all',
    DeleteSchedulePayload: 'all',
    DeleteUserRulesetPayload: 'all',
  },
  'a part of a dataset by the uid that a link or an event names': {
    Dataset:
      'alternativeExport attachment feedbackItem fieldConfiguration processor resource resourceFile schedule userRuleset groupRuleset version',
  },
  'a list and the paging that every list has': {
    Asset: 'uses sources(filter)',
    AlternativeExportConnection: 'totalCount',
    AssetRelation: 'relationType',
    AssetRelationConnection: 'totalCount',
    CatalogDatasetConnection: 'pageInfo',
    CodeEditorPageConnection: 'all',
    Dataset: 'alternativeExports attachments feedback',
    DatasetVersionConnection: 'totalCount',
    DatasourceConnectionSettingsConnection: 'all',
    FeedbackConnection: 'all',
    FieldConfigurationConnection: 'totalCount',
    GlossaryTermConnection: 'all',
    IdentityProviderConnection: 'all',
    MetadataTemplateConnection: 'all',
    MetadataTemplateFieldConnection: 'all',
    ProcessorConnection: 'totalCount',
    ResourceConnection: 'totalCount',
    StudioPageConnection: 'all',
    SubmissionConnection: 'all',
  },
  'a property of an object, read nowhere else': {
    AlternativeExport: 'uid type mimetype sha256 createdAt updatedAt',
    Attachment: 'createdAt sha256',
    CatalogDataset: 'publishedAt quotaUsage record(lang)',
    Dataset: 'createdAt updatedAt updatedBy canEdit',
    DatasetVersion: 'uid sections canRestore',
    FederatedDatasource: 'permissionsUser',
    Feedback: 'uid recordId comment isArchived createdAt user',
    FieldAnnotation: 'all',
    Form: 'otherLanguages isEditingEnabled version',
    QuotaUsage: 'all',
    Resource: 'updatedAt warning extractionInfos origin connection',
    ResourceFile: 'mimetype createdAt sha256',
    ResourceKind: 'all',
    Submission: 'content revisedContent',
    SubmissionImage: 'all',
  },
  'what an editor of sources needs: guesses and previews, of what is saved and of what is not, and the remote dataset':
    {
      ExtractorGuess: 'all',
      ExtractorParamsGuess: 'all',
      Parameter: 'all',
      PreviewField: 'all',
      Query: 'guessExtractorParams previewResource',
      RemoteDataset: 'all',
      RemoteField: 'all',
      Resource: 'guessedExtractors guessedExtractorParams remoteDataset preview',
      ResourcePreview: 'all',
    },
  'saved connections': {
    Mutation: `createDatasourceConnection updateDatasourceConnection deleteDatasourceConnection createDatasourceConnectionUserRuleset
      updateDatasourceConnectionUserRuleset deleteDatasourceConnectionUserRuleset createDatasourceConnectionGroupRuleset
      updateDatasourceConnectionGroupRuleset deleteDatasourceConnectionGroupRuleset`,
    DatasourceConnectionUserRuleset: 'all',
    DatasourceConnectionUserRulesetConnection: 'all',
    DatasourceConnectionUserRulesetPayload: 'all',
    DatasourceConnectionGroupRuleset: 'all',
    DatasourceConnectionGroupRulesetConnection: 'all',
    DatasourceConnectionGroupRulesetPayload: 'all',
    Query: 'datasourceConnections datasourceConnection',
    AmazonS3ConnectionSettings: 'all',
    AzureBlobStorageConnectionSettings: 'all',
    DatasourceConnectionSettings: 'all',
    FtpConnectionSettings: 'all',
    GoogleDriveConnectionSettings: 'all',
    HttpConnectionSettings: 'all',
    SharepointConnectionSettings: 'all',
    SnowflakeConnectionSettings: 'all',
    AwsSignatureV4: 'all',
    BasicAuth: 'all',
    ConnectionAuth: 'all',
    IamRole: 'all',
    OAuth2: 'all',
    Oidc: 'all',
    SharedKey: 'all',
  },
  'pages as their editors see them': {
    Mutation: `createStudioPage updateStudioPage createCodeEditorPage updateCodeEditorPage publishPage unpublishPage archivePage unarchivePage deletePage
      deleteCodeEditorPages`,
    CodeEditorPageConfiguration:
      'uid slug isRestricted isArchived createdAt updatedAt createdBy updatedBy description template tags',
    CodeEditorPageDeletionsPayload: 'slugs',
    DeletePagePayload: 'uid',
    StudioPageConfiguration: 'uid slug firstPublishedAt createdAt updatedAt createdBy',
  },
  'which fields metadata has, and their values as inputs take them': {
    Query: 'metadataTemplates metadataTemplate',
    MetadataFieldValue: 'value remoteValue isRemoteValueOverridden',
    MetadataTemplate: 'all',
    MetadataTemplateField: 'all',
  },
  'the portal as it is shown': {
    Query:
      'identityProviders glossaryTerm glossaryTerms studioPages studioPage codeEditorPages codeEditorPage submission submissions',
    CodeEditorPage: 'all',
    CodeEditorPageTranslation: 'all',
    GlossaryTerm: 'all',
    IdentityProvider: 'all',
    StudioPage: 'all',
    StudioPageContent: 'all',
  },
};
