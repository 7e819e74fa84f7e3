
      export type PossibleTypesResultData = {
  "possibleTypes": {
    "ConnectionAuth": [
      "AwsSignatureV4",
      "BasicAuth",
      "IamRole",
      "OAuth2",
      "Oidc",
      "SharedKey"
    ],
    "Datasource": [
      "AmazonS3Datasource",
      "AzureBlobStorageDatasource",
      "FederatedDatasource",
      "FormDatasource",
      "FtpDatasource",
      "GoogleDriveDatasource",
      "HttpDatasource",
      "SharepointDatasource",
      "SnowflakeDatasource",
      "UploadedFileDatasource"
    ],
    "DatasourceConnectionSettings": [
      "AmazonS3ConnectionSettings",
      "AzureBlobStorageConnectionSettings",
      "FtpConnectionSettings",
      "GoogleDriveConnectionSettings",
      "HttpConnectionSettings",
      "SharepointConnectionSettings",
      "SnowflakeConnectionSettings"
    ],
    "DeletionPayload": [
      "DeleteAssetPayload",
      "DeleteAttachmentPayload",
      "DeleteDatasetPayload",
      "DeleteDatasourceConnectionPayload",
      "DeleteFieldConfigurationPayload",
      "DeleteFormPayload",
      "DeleteGlossaryTermPayload",
      "DeleteGroupPayload",
      "DeleteGroupRulesetPayload",
      "DeleteIdentityProviderPayload",
      "DeletePagePayload",
      "DeleteProcessorPayload",
      "DeleteResourcePayload",
      "DeleteSchedulePayload",
      "DeleteSubmissionPayload",
      "DeleteUserPayload",
      "DeleteUserRulesetPayload",
      "PurgeDatasetPayload",
      "PurgeFormPayload",
      "UnlinkIdentityPayload"
    ],
    "FieldConfiguration": [
      "AnnotateFieldConfiguration",
      "DeleteFieldConfiguration",
      "DescriptionFieldConfiguration",
      "OrderFieldConfiguration",
      "RenameFieldConfiguration",
      "TypeFieldConfiguration"
    ],
    "FormContent": [
      "Form",
      "FormConfiguration"
    ],
    "Node": [
      "AmazonS3ConnectionSettings",
      "AnnotateFieldConfiguration",
      "ApiKey",
      "Asset",
      "Attachment",
      "AuditEntry",
      "AzureBlobStorageConnectionSettings",
      "CatalogDataset",
      "CodeEditorPage",
      "CodeEditorPageConfiguration",
      "Dataset",
      "DatasetVersion",
      "DeleteFieldConfiguration",
      "DeletedDataset",
      "DeletedForm",
      "DescriptionFieldConfiguration",
      "ExternalIdentity",
      "Feedback",
      "Form",
      "FormConfiguration",
      "FtpConnectionSettings",
      "GlossaryTerm",
      "GoogleDriveConnectionSettings",
      "Group",
      "HttpConnectionSettings",
      "IdentityProvider",
      "OrderFieldConfiguration",
      "Processor",
      "RenameFieldConfiguration",
      "Resource",
      "Schedule",
      "SharepointConnectionSettings",
      "SnowflakeConnectionSettings",
      "StudioPage",
      "StudioPageConfiguration",
      "Submission",
      "SubmissionImage",
      "TypeFieldConfiguration",
      "User"
    ],
    "PageConfiguration": [
      "CodeEditorPageConfiguration",
      "StudioPageConfiguration"
    ],
    "Ruleset": [
      "GroupRuleset",
      "UserRuleset"
    ]
  }
};
      const result: PossibleTypesResultData = {
  "possibleTypes": {
    "ConnectionAuth": [
      "AwsSignatureV4",
      "BasicAuth",
      "IamRole",
      "OAuth2",
      "Oidc",
      "SharedKey"
    ],
    "Datasource": [
      "AmazonS3Datasource",
      "AzureBlobStorageDatasource",
      "FederatedDatasource",
      "FormDatasource",
      "FtpDatasource",
      "GoogleDriveDatasource",
      "HttpDatasource",
      "SharepointDatasource",
      "SnowflakeDatasource",
      "UploadedFileDatasource"
    ],
    "DatasourceConnectionSettings": [
      "AmazonS3ConnectionSettings",
      "AzureBlobStorageConnectionSettings",
      "FtpConnectionSettings",
      "GoogleDriveConnectionSettings",
      "HttpConnectionSettings",
      "SharepointConnectionSettings",
      "SnowflakeConnectionSettings"
    ],
    "DeletionPayload": [
      "DeleteAssetPayload",
      "DeleteAttachmentPayload",
      "DeleteDatasetPayload",
      "DeleteDatasourceConnectionPayload",
      "DeleteFieldConfigurationPayload",
      "DeleteFormPayload",
      "DeleteGlossaryTermPayload",
      "DeleteGroupPayload",
      "DeleteGroupRulesetPayload",
      "DeleteIdentityProviderPayload",
      "DeletePagePayload",
      "DeleteProcessorPayload",
      "DeleteResourcePayload",
      "DeleteSchedulePayload",
      "DeleteSubmissionPayload",
      "DeleteUserPayload",
      "DeleteUserRulesetPayload",
      "PurgeDatasetPayload",
      "PurgeFormPayload",
      "UnlinkIdentityPayload"
    ],
    "FieldConfiguration": [
      "AnnotateFieldConfiguration",
      "DeleteFieldConfiguration",
      "DescriptionFieldConfiguration",
      "OrderFieldConfiguration",
      "RenameFieldConfiguration",
      "TypeFieldConfiguration"
    ],
    "FormContent": [
      "Form",
      "FormConfiguration"
    ],
    "Node": [
      "AmazonS3ConnectionSettings",
      "AnnotateFieldConfiguration",
      "ApiKey",
      "Asset",
      "Attachment",
      "AuditEntry",
      "AzureBlobStorageConnectionSettings",
      "CatalogDataset",
      "CodeEditorPage",
      "CodeEditorPageConfiguration",
      "Dataset",
      "DatasetVersion",
      "DeleteFieldConfiguration",
      "DeletedDataset",
      "DeletedForm",
      "DescriptionFieldConfiguration",
      "ExternalIdentity",
      "Feedback",
      "Form",
      "FormConfiguration",
      "FtpConnectionSettings",
      "GlossaryTerm",
      "GoogleDriveConnectionSettings",
      "Group",
      "HttpConnectionSettings",
      "IdentityProvider",
      "OrderFieldConfiguration",
      "Processor",
      "RenameFieldConfiguration",
      "Resource",
      "Schedule",
      "SharepointConnectionSettings",
      "SnowflakeConnectionSettings",
      "StudioPage",
      "StudioPageConfiguration",
      "Submission",
      "SubmissionImage",
      "TypeFieldConfiguration",
      "User"
    ],
    "PageConfiguration": [
      "CodeEditorPageConfiguration",
      "StudioPageConfiguration"
    ],
    "Ruleset": [
      "GroupRuleset",
      "UserRuleset"
    ]
  }
};
      export default result;
    